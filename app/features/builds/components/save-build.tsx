import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { trapField } from '#app/http/human-proof.ts'
import { Button } from '#app/ui/button.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import type { Selection } from '../rules.ts'
import { configuratorWords } from '../words.ts'
import { BuildFields } from './build-form.tsx'

/** Saves the build under a short permanent link. Saving twice gives the same link. */
export function SaveBuild({ selection, isEmpty }: { selection: Selection; isEmpty: boolean }) {
  const hint = useId()
  const { state, formAction } = useNavigation()
  const isBusy = state !== 'idle' && formAction === '/builds'
  return (
    <Form method="post" action="/builds" className="mt-3">
      <BuildFields selection={selection} />
      <TrapField name={trapField} />
      <Button
        block
        disabled={isEmpty}
        busy={isBusy}
        busyLabel="Saving"
        aria-describedby={isEmpty ? hint : undefined}
      >
        {configuratorWords.save}
      </Button>
      {isEmpty && (
        <span className="sr-only" id={hint}>
          {configuratorWords.emptyHint}
        </span>
      )}
    </Form>
  )
}
