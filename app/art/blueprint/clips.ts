import type { Sheet } from './blueprint.ts'
import type { Shape } from './shape.ts'

/** A clip's place in the list is its number. */
export function clipsOf(shapes: Iterable<Shape>): string[] {
  const clips = new Set<string>()
  for (const shape of shapes) if (shape.clip !== undefined) clips.add(shape.clip)
  return [...clips]
}

export function shapesOf(sheet: Sheet): Shape[] {
  return [...sheet.layers.flatMap((layer) => layer.shapes), ...sheet.drafting]
}
