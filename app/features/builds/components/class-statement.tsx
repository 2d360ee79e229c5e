import type { BuildClass } from '../rules/build-class.ts'
import { classSentence, classWords } from '../words.ts'

/** What a build is in law and what that means for its buyer: said before anything else. */
export function ClassStatement({ buildClass: { code, asDrawn } }: { buildClass: BuildClass }) {
  return (
    <>
      <b className="font-medium text-ink">{classSentence(code, asDrawn.class)}</b> {classWords[code].means}
    </>
  )
}
