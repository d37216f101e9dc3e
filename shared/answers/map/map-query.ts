import type {
  MapOutput,
  MapPlacesInput,
  MapPlacesOutput,
  ThemeMapInput,
  ThemeMapOutput,
} from '../../protocol/schemas/map.ts';
import type { Answer } from '../answer-parts.ts';

/** Answers what the vault looks like: its themes as circles, and lists to act on. */
export const map: Answer<Record<string, never>, MapOutput> = async (parts) => {
  await parts.ready();
  return parts.map.map();
};

/** Answers what one circle of the map holds. */
export const themeMap: Answer<ThemeMapInput, ThemeMapOutput> = async (parts, { id }) => {
  await parts.ready();
  return parts.map.themeMap(id);
};

/** Answers which circles of the map hold some notes. */
export const mapPlaces: Answer<MapPlacesInput, MapPlacesOutput> = async (parts, { paths }) => {
  await parts.ready();
  return parts.map.places(paths, parts.slicer);
};
