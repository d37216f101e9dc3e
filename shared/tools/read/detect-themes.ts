import { detectThemesInput, detectThemesOutput } from '../../protocol/schemas/graph.ts';
import { round4 } from './round.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const detectThemes = defineTool({
  name: 'detect_themes',
  title: 'Detect themes',
  description:
    'Clusters of notes that link to each other, largest first, with their central members; themeId gives one in full. reindex with a resolution makes them finer or broader.',
  input: detectThemesInput,
  output: detectThemesOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  async run(input, context) {
    const themes = await context.engine.themes(input);
    return themes.modularity === undefined ? themes : { ...themes, modularity: round4(themes.modularity) };
  },
});
