import { letteringPath, type PlacedLettering } from '#app/art/pantograph/lettering.ts'

/** Drafting lettering inside a drawing. Height and position are in drawing units. */
export function Lettering({ text, tracking = 0.08, ...position }: { text: string } & PlacedLettering) {
  return <path className="stroke-[1.15]" d={letteringPath(text, { tracking, ...position })} />
}
