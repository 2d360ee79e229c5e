import { ButtonLink } from '#app/ui/button.tsx'
import { requiresName, type SubscribeAnswer, type Topic, topicParts } from '../rules.ts'
import { formWords, pageWords } from '../words.ts'
import { useSubscribe } from './use-subscribe.ts'
import { WaitlistFields } from './waitlist-fields.tsx'

type Props = {
  topic: Topic
  /** What the list is called, where the page knows. */
  title: string | null
  /** The answer to the form, where it was sent without script. */
  answer: SubscribeAnswer | undefined
}

/** One list with its form: what the dialogs do, as a page. */
export function SubscribePage({ topic, title, answer }: Props) {
  const { form, isDone, hasFailed, errors } = useSubscribe(topic)
  const { kind, id } = topicParts(topic)
  const isSent = isDone || answer?.done
  const shown = Object.keys(errors).length ? errors : (answer?.fieldErrors ?? {})
  return (
    <section
      className="wrap grid gap-8 py-section lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-16"
      aria-labelledby="list"
    >
      <div className="grid content-start gap-6" role={isSent ? 'status' : undefined}>
        <h1 className="h1" id="list">
          {isSent ? formWords.notified : (title ?? pageWords.join.title)}
        </h1>
        <p className="lead">{isSent ? formWords.confirmFirst : pageWords.join.lead}</p>
        {isSent && (
          <div className="btns">
            <ButtonLink to="/">Back to the shop</ButtonLink>
          </div>
        )}
        {!isSent && kind === 'returned-units' && (
          <div className="btns">
            <ButtonLink to={`/drops/${id}#units`}>{pageWords.join.numbers}</ButtonLink>
          </div>
        )}
      </div>
      {!isSent && (
        <form {...form} className="panel p-panel relative grid gap-4">
          <WaitlistFields
            topic={topic}
            button={requiresName(topic) ? pageWords.join.button : pageWords.join.news}
            errors={hasFailed ? { form: [formWords.failed] } : shown}
            given={answer?.given ?? {}}
          />
        </form>
      )}
    </section>
  )
}
