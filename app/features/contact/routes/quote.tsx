import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { MessageForm } from '../components/message-form.tsx'
import { Received } from '../components/received.tsx'
import { quoteInput } from '../input.ts'
import { maxCharacters } from '../rules.ts'
import { receiveQuote } from '../store.server.ts'
import { contactWords } from '../words.ts'
import type { Route } from './+types/quote'
import { formOf, receiveForm, uncached } from './receive.server.ts'

const path = '/contact/quote'

/** `?item=` fills in what the quote is for; the sender may change it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const item = new URL(request.url).searchParams.get('item')?.slice(0, maxCharacters.item) ?? ''
  return { ...(await formOf(shop, request)), item }
}

export function action(args: Route.ActionArgs) {
  return receiveForm(args, { schema: quoteInput, path, keep: receiveQuote })
}

export const headers = () => uncached

export const meta = () => [
  { title: siteTitle(contactWords.quote.title) },
  { name: 'description', content: contactWords.quote.lead },
]

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
  const { item, received, formKey, madeAt } = loaderData
  return (
    <div className="wrap grid gap-12 py-section lg:grid-cols-[5fr_7fr] lg:items-start">
      <div className="grid gap-6">
        <h1 className="h1 text-title font-hairline">{contactWords.quote.title}</h1>
        <p className="lead">{contactWords.quote.lead}</p>
      </div>
      {received ? (
        <Received code={received} path={path} />
      ) : (
        <MessageForm
          path={path}
          formKey={formKey}
          madeAt={madeAt}
          kind="quote"
          given={{ item, ...actionData?.given }}
          errors={actionData?.fieldErrors ?? {}}
        />
      )}
    </div>
  )
}
