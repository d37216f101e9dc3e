import { tieBetween, type Scene, type Shape, type Tie } from './scene.ts';

/** What a shape is once notes have other paths; `follow` says which. */
export function shapeAfterRename(shape: Shape, follow: (key: string) => string): Shape {
  return { ...shape, key: follow(shape.key), ties: shape.ties.map(follow) };
}

/** The same of a tie. */
export function tieAfterRename(tie: Tie, follow: (key: string) => string): Tie {
  return { ...tie, ...tieBetween(follow(tie.from), follow(tie.to)) };
}

/** The same of all that the picture shows. */
export function sceneAfterRename(scene: Scene, follow: (key: string) => string): Scene {
  return {
    ...scene,
    shapes: scene.shapes.map((shape) => shapeAfterRename(shape, follow)),
    ties: scene.ties.map((tie) => tieAfterRename(tie, follow)),
  };
}
