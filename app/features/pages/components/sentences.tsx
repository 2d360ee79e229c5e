import { type Cited, fillIn, keysIn } from '../rules.ts'
import { Checked } from './checked.tsx'

/** Paragraphs with the claims they cite filled in, and when those were checked. */
export function Sentences({ of, cited }: { of: readonly string[]; cited: Cited }) {
  return (
    <>
      {fillIn(of, cited).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Checked cited={cited} keys={keysIn(of)} />
    </>
  )
}
