import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { codeWords } from '../words.ts'

type Props = { codes: readonly { code: string; state: 'open' | 'held' | 'taken' }[] }

/** The codes that an order's reservations earned, each with its status. */
export function EarnedCodes({ codes }: Props) {
  return (
    <section className="grid gap-4" aria-labelledby="codes">
      <h2 className="h2" id="codes">
        {codeWords.title}
      </h2>
      <p>{codeWords.lead}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,380px),1fr))] gap-6">
        {codes.map(({ code, state }) => (
          <li key={code} className="panel p-panel grid justify-items-start gap-3">
            <p className="flex flex-wrap items-center gap-3 font-display text-2xl font-light tracking-wider">
              <span className="numeral">{code}</span>
              <CopyButton text={code} />
            </p>
            <p className="text-sm text-muted">{codeWords.states[state]}</p>
            {state === 'open' && (
              <Form method="post" action="/trust/buy">
                <input type="hidden" name="code" value={code} autoComplete="off" />
                <Button variant="primary" busyLabel="One moment">
                  Redeem Now
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
