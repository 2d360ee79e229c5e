import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { codeWords } from '../words.ts'

type Props = { codes: readonly { code: string; state: 'open' | 'held' | 'taken' }[] }

/** The codes that an order's reservations earned, each with where it stands. */
export function EarnedCodes({ codes }: Props) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <section className="pack-codes" aria-labelledby="codes">
      <h2 className="h2" id="codes">
        {codeWords.title}
      </h2>
      <p>{codeWords.lead}</p>
      <ul>
        {codes.map(({ code, state }) => (
          <li key={code} className="plate-c pad">
            <p className="pack-code">
              <span className="num">{code}</span>
              <CopyButton text={code} />
            </p>
            <p className="small">{codeWords.states[state]}</p>
            {state === 'open' && (
              <Form method="post" action="/trust/buy">
                <input type="hidden" name="code" value={code} autoComplete="off" />
                <Button variant="primary" busy={isBusy} busyLabel="One moment">
                  Use it now
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
