import { Form } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { type CatalogState, catalogStates } from '#app/catalog/rules.ts'
import { stateWords } from '../words.ts'

const verbs: Record<CatalogState, string> = { visible: 'Show', hidden: 'Hide', retired: 'Retire' }

/** Whether an item is on its pages, and the verbs that change it. */
export function StatePanel({ state, revision }: { state: CatalogState; revision: number }) {
  return (
    <Section title="On the pages" note={stateWords[state]}>
      <div className="flex flex-wrap gap-2">
        {catalogStates
          .filter((each) => each !== state)
          .map((each) => (
            <Form method="post" key={each}>
              <input type="hidden" name="verb" value="state" />
              <input type="hidden" name="revision" value={revision} />
              <input type="hidden" name="state" value={each} />
              <Verb small {...(each === 'retired' && { look: 'stop' as const })}>
                {verbs[each]}
              </Verb>
            </Form>
          ))}
      </div>
      <p className="con-hint mt-2">
        Nothing is deleted: orders keep what they bought. Hidden and retired items are neither shown nor sold.
      </p>
    </Section>
  )
}
