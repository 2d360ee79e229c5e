import { letteringPath, type PlacedLettering } from '#app/art/pantograph/lettering.ts'

/** A line of drafting lettering inside a drawing. Height and place are in the units of the drawing. */
export function Lettering({ text, tracking = 0.08, ...position }: { text: string } & PlacedLettering) {
  return <path className="draft-text" d={letteringPath(text, { tracking, ...position })} />
}
