import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { OpeningHours, Subject } from '../rules.ts'
import { contactWords } from '../words.ts'
import { SupportStatus } from './support-status.tsx'
import { SupportWeek } from './support-week.tsx'
import { HelpCards } from './help-cards.tsx'
import { LegalLine } from './legal-line.tsx'
import { MessageForm } from './message-form.tsx'
import { type Reach, ReachList } from './reach-list.tsx'
import { Received } from './received.tsx'

type Props = {
  formKey: string
  madeAt: string
  /** The reference of the message that was just sent. */
  received: string | null
  /** Chosen beforehand by a link. */
  subject: Subject | null
  now: Date
  /** Null while the stated hours cannot be read by a program: the page then says nothing about now. */
  hours: OpeningHours | null
  reach: Reach
  submission: { fieldErrors: FieldErrors; given: SubmittedFields } | undefined
}

/** The desk: when somebody is at it, how to write to it, and where else help is. */
export function ContactPage({ formKey, madeAt, received, subject, now, hours, reach, submission }: Props) {
  return (
    <>
      <header className="wrap grid items-end gap-x-16 gap-y-12 pt-section pb-12 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-6">
          <h1 className="h1 text-title font-hairline">{contactWords.title}</h1>
          <p className="lead">{contactWords.lead}</p>
          {hours && <SupportStatus hours={hours} now={now} />}
        </div>
        {hours && <SupportWeek hours={hours} now={now} />}
      </header>
      <div className="wrap grid gap-12 pb-section lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-16">
        {received ? (
          <Received code={received} path="/contact" />
        ) : (
          <MessageForm
            formKey={formKey}
            madeAt={madeAt}
            kind="message"
            path="/contact"
            given={{ ...(subject && { subject }), ...submission?.given }}
            errors={submission?.fieldErrors ?? {}}
          />
        )}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
          <ReachList reach={reach} />
          <LegalLine {...reach} />
        </div>
      </div>
      <HelpCards hours={reach.hours?.figure ?? null} />
    </>
  )
}
