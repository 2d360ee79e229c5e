import { Form } from 'react-router'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { stateWords } from '#app/features/subscriptions/words.ts'
import { listsPath } from '../rules.ts'

type Found = {
  id: string
  email: string
  lists: readonly { topic: string; name: string; state: 'pending' | 'confirmed' | 'ended'; joined: string }[]
}

const kinds = { pending: 'wait', confirmed: 'done', ended: 'void' } as const

/** The addresses that a search found, with their lists and what takes them off. */
export function AddressList({ q, found, max }: { q: string; found: readonly Found[]; max: number }) {
  if (found.length === 0) return <p className="mt-3 text-muted">No address holds “{q}”.</p>
  return (
    <>
      <ul className="mt-3 grid gap-3" aria-label="Addresses">
        {found.map(({ id, email, lists }) => (
          <li key={id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-3">
              <b className="min-w-0 font-medium break-words">{email}</b>
              {lists.some(({ state }) => state !== 'ended') && (
                <Removal
                  q={q}
                  subscriber={id}
                  words="Take off all lists"
                  name={`Take off all lists: ${email}`}
                />
              )}
            </span>
            <ul className="grid gap-1" aria-label={`Lists of ${email}`}>
              {lists.map(({ topic, name, state, joined }) => (
                <li key={topic} className="flex flex-wrap items-center gap-3">
                  <Status kind={kinds[state]} quiet>
                    {name}
                  </Status>
                  <span className="text-faint">{`${stateWords[state]}, joined ${joined}`}</span>
                  {state !== 'ended' && (
                    <Removal
                      q={q}
                      subscriber={id}
                      topic={topic}
                      words="Take off"
                      name={`Take off ${name}: ${email}`}
                    />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {found.length === max && (
        <p className="con-hint mt-2">The first {max} are shown. Type more of the address.</p>
      )}
    </>
  )
}

type RemovalProps = { q: string; subscriber: string; topic?: string; words: string; name: string }

function Removal({ q, subscriber, topic, words, name }: RemovalProps) {
  return (
    <Form method="post" action={`${listsPath}/removal`}>
      <input type="hidden" name="q" value={q} />
      <input type="hidden" name="subscriber" value={subscriber} />
      {topic && <input type="hidden" name="topic" value={topic} />}
      <Verb small look="stop" aria-label={name}>
        {words}
      </Verb>
    </Form>
  )
}
