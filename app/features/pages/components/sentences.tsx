import { type Cited, interpolateClaims } from '../rules.ts'

/** Paragraphs with their cited claims filled in. The page names their sources once, with `Sources`. */
export function Sentences({ of, cited }: { of: readonly string[]; cited: Cited }) {
  return interpolateClaims(of, cited).map((sentence) => <p key={sentence}>{sentence}</p>)
}
