import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { parseAnswers } from '../input.ts'
import { type Answers, completedSections, sections } from '../rules.ts'
import { packWords, sectionWords } from '../words.ts'
import { SectionFields } from './section-fields.tsx'
import type { AutosaveStatus, useAutosave } from './use-autosave.ts'

type Props = {
  answers: Answers
  /** What was typed and could not be saved, by field name. It replaces the saved answer. */
  given: SubmittedFields
  errors: FieldErrors
  form: React.RefObject<HTMLFormElement | null>
  autosave: ReturnType<typeof useAutosave>
}

const statusColors: Record<AutosaveStatus, string> = {
  empty: 'text-muted',
  unsaved: 'text-muted',
  saving: 'text-muted',
  too_many: 'text-muted',
  saved: 'text-ok',
  invalid: 'text-stop',
  conflict: 'text-stop',
  offline: 'text-stop',
}

/** The guided worksheet. It saves while somebody types; without script a button saves it. */
export function Worksheet({ answers, given, errors, form, autosave }: Props) {
  const [shown, setShown] = useState(answers)
  const [saved] = useState(() => answersByField(answers))
  const field = fieldsOf({ given: { ...saved, ...given }, errors })
  const done = completedSections(shown)

  return (
    <Form
      method="post"
      ref={form}
      className="grid gap-8"
      aria-label="Worksheet"
      noValidate
      onInput={(event) => {
        const typed = parseAnswers(new FormData(event.currentTarget))
        if (typed.ok) setShown(typed.answers)
        autosave.touch()
      }}
      onBlur={autosave.leave}
      onSubmit={(event) => {
        event.preventDefault()
        autosave.save()
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3 [&_progress]:w-full">
        <h2 className="h2">{packWords.worksheet}</h2>
        <p className="text-sm text-muted">{packWords.progress(done.length, sections.length)}</p>
        <Progress
          value={done.length}
          max={sections.length}
          label={packWords.progress(done.length, sections.length)}
        />
      </div>
      <ErrorSummary errors={errors} title="Not saved" />
      {sections.map((section, at) => (
        <section
          key={section}
          className="grid scroll-mt-20 gap-4 border-t border-hairline pt-6"
          aria-labelledby={`sheet-${section}`}
          id={`section-${section}`}
        >
          <div className="flex items-center gap-3">
            <span
              className={done.includes(section) ? 'circled-number border-ok text-ok' : 'circled-number'}
              aria-hidden
            >
              {done.includes(section) ? <Check /> : at + 1}
            </span>
            <h3 className="h3" id={`sheet-${section}`}>
              {sectionWords[section].title}
              {done.includes(section) && <span className="sr-only">, answered</span>}
            </h3>
          </div>
          <p className="max-w-[68ch] text-sm text-muted">{sectionWords[section].text}</p>
          <SectionFields section={section} answers={shown} field={field} />
        </section>
      ))}
      <div
        data-foot-bar
        className="sticky bottom-0 z-2 -mx-3 flex items-center gap-4 border-t border-control bg-page p-3 short:static"
      >
        <Button variant="primary" busyLabel={packWords.saving}>
          {packWords.save}
        </Button>
        <p className={`min-w-0 text-sm ${statusColors[autosave.status]}`} role="status">
          {autosave.text}
        </p>
      </div>
      <p className="text-sm text-faint">{packWords.open}</p>
    </Form>
  )
}

/** The answers by field name. */
function answersByField(answers: Answers): Record<string, string> {
  const { trustName, settlor, acting, state, county, signedOn } = answers
  const listed = (['trustees', 'successors', 'beneficiaries'] as const).flatMap((list) =>
    answers[list].flatMap((entry, at) =>
      Object.entries(entry).map(([field, value]) => [`${list}-${at}-${field}`, value]),
    ),
  )
  return {
    trustName,
    acting,
    state,
    county,
    signedOn,
    'settlor-name': settlor.name,
    'settlor-place': settlor.place,
    ...(Object.fromEntries(listed) as Record<string, string>),
  }
}
