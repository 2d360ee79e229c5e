import Check from 'lucide-react/icons/check'
import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { type Answers, completedSections, sections } from '../rules.ts'
import { packWords, sectionWords } from '../words.ts'
import { SectionFields } from './section-fields.tsx'

type Props = {
  /** Where the tab keeps what is typed and not yet saved. */
  draft: string
  answers: Answers
  version: number
  savedAt: string | null
  /** What was typed and could not be saved, by field name. It replaces the saved answer. */
  given: SubmittedFields
  errors: FieldErrors
}

/** The guided worksheet. It fills in the documents once it is saved. */
export function Worksheet({ draft, answers, version, savedAt, given, errors }: Props) {
  const field = fieldsOf({ given: { ...answersByField(answers), ...given }, errors })
  const done = completedSections(answers)
  const isRefused = Object.keys(errors).length > 0

  return (
    <Form method="post" className="grid gap-8" aria-label="Worksheet" data-draft={draft} noValidate>
      {/* A second window's newer answers are not overwritten unasked. */}
      <input type="hidden" name="version" value={version} autoComplete="off" />
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
          <SectionFields section={section} answers={answers} field={field} />
        </section>
      ))}
      <div
        data-foot-bar
        className="sticky bottom-0 z-2 -mx-3 flex items-center gap-4 border-t border-control bg-page p-3 short:static"
      >
        <Button variant="primary" busyLabel={packWords.saving}>
          {packWords.save}
        </Button>
        <p className={`min-w-0 text-sm ${isRefused ? 'text-stop' : 'text-ok'}`} role="status">
          {isRefused ? packWords.invalid : savedAt !== null && packWords.saved(savedAt)}
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
