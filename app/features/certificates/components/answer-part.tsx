import { ButtonLink } from '#app/ui/button.tsx'
import type { Answer } from '../routes/answer.server.ts'
import { answerWords } from '../words.ts'
import { PhantomPlate } from './phantom-plate.tsx'
import { UnitAnswer } from './unit-answer.tsx'

/** What the registry says. Every answer has its own drawing and its own words; none rests on color. */
export function AnswerPart({ answer }: { answer: Answer }) {
  if (answer.kind === 'unit') return <UnitAnswer {...answer} />
  const { title, text, after, plate } = told(answer)
  const isForged = answer.kind === 'forged'
  return (
    <section
      className="sec reg-answer"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
      data-theme={'theme' in answer ? answer.theme : undefined}
    >
      <div className="wrap reg-split">
        <PhantomPlate text={plate} isStruck={isForged} />
        <div className="reg-said" role="status">
          <h2 className="h1" id="answer">
            {title}
          </h2>
          {isForged && <p className="reg-typed">{answer.typed}</p>}
          <p className="lead">{text}</p>
          {after && <p className="small">{after}</p>}
          {isForged && (
            <div className="btns">
              <ButtonLink to="/contact?subject=legal">Write to us</ButtonLink>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

type Told = { title: string; text: string; after?: string; plate: string }

function told(answer: Exclude<Answer, { kind: 'unit' }>): Told {
  switch (answer.kind) {
    case 'forged':
      return { ...answerWords.forged, plate: 'A???' }
    case 'no_such_number': {
      const { name, total, number } = answer
      return {
        title: `There is no number ${number}`,
        text: answerWords.noSuchNumber(name, total),
        plate: `${number}/${total}`,
      }
    }
    case 'no_such_drop':
      return { title: 'No such drop', text: answerWords.noSuchDrop, plate: '?' }
    case 'limited':
      return { title: 'Too many checks', text: answer.text, plate: '...' }
  }
}
