import { humanProof } from '#app/http/proof-marks.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ToastMark } from '#app/ui/toaster.tsx'
import { listPath, requiresName, type SubscribeAnswer, type Topic, topicParts } from '../rules.ts'
import { formWords, joinLeads, pageWords, toastWords } from '../words.ts'
import { SubscribeForm } from './subscribe-form.tsx'
import { WaitlistFields } from './waitlist-fields.tsx'

type Props = {
  topic: Topic
  /** What the list is called, where the page knows. */
  title: string
  /** The answer to the form. */
  answer: SubscribeAnswer | undefined
}

/** One list with its form. Where there is script, its part opens over the page that leads here. */
export function SubscribePage({ topic, title, answer }: Props) {
  const look = answer?.given.look
  const isDone = answer?.done && !look
  const { button, news } = pageWords.join
  return (
    <div className="wrap py-section">
      <section
        data-part="subscribe"
        data-title={title}
        className="grid gap-8 in-[dialog]:gap-6 not-in-[dialog]:lg:grid-cols-[7fr_5fr] lg:items-center not-in-[dialog]:lg:gap-16"
        aria-labelledby="list"
      >
        {isDone ? (
          <Done />
        ) : (
          <>
            <div className="grid content-start gap-6 in-[dialog]:gap-3">
              <Title>{title}</Title>
              <Lead>{joinLeads[topicParts(topic).kind] ?? pageWords.join.lead}</Lead>
              <Instead topic={topic} />
            </div>
            <div className="panel p-panel in-[dialog]:contents">
              {look ? (
                <SubscribeForm topic={topic} isBar={look === 'bar'} answer={answer} />
              ) : (
                <form
                  method="post"
                  action={listPath(topic)}
                  noValidate
                  {...humanProof(topic)}
                  data-failed={JSON.stringify(toastWords.failed)}
                  className="relative grid gap-4"
                >
                  <WaitlistFields
                    topic={topic}
                    button={requiresName(topic) ? button : news}
                    answer={answer}
                  />
                </form>
              )}
            </div>
          </>
        )}
      </section>
    </div>
  )
}

function Done() {
  return (
    <div
      role="status"
      tabIndex={-1}
      data-focus
      data-done
      className="grid content-start gap-6 in-[dialog]:gap-3"
    >
      <Title>{formWords.notified}</Title>
      <Lead>{formWords.confirmFirst}</Lead>
      <div className="btns in-[dialog]:hidden">
        <ButtonLink to="/">Back to the shop</ButtonLink>
      </div>
      <ToastMark {...toastWords.joined} />
    </div>
  )
}

function Title({ children }: { children: string }) {
  return (
    <h1 className="h1 in-[dialog]:pr-8 in-[dialog]:text-2xl" id="list">
      {children}
    </h1>
  )
}

function Lead({ children }: { children: string }) {
  return <p className="lead in-[dialog]:text-sm">{children}</p>
}

/** What can be done at once in place of waiting. */
function Instead({ topic }: { topic: Topic }) {
  const { kind, id } = topicParts(topic)
  if (kind !== 'returned-units' && kind !== 'build-slots') return null
  const { text, label } = pageWords.instead[kind]
  return (
    <div className="grid justify-items-start gap-3 text-muted in-[dialog]:text-sm">
      {text && <p>{text}</p>}
      <ButtonLink to={kind === 'build-slots' ? '/build?platform=ar15#configurator' : `/drops/${id}#units`}>
        {label}
      </ButtonLink>
    </div>
  )
}
