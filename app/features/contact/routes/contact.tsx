import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { findClaims } from '../../claims/store.server.ts'
import { ContactPage } from '../components/contact-page.tsx'
import { messageInput } from '../input.ts'
import { isSubject, parseHours } from '../rules.ts'
import { receiveMessage } from '../store.server.ts'
import { contactWords } from '../words.ts'
import type { Route } from './+types/contact'
import { formOf, receiveForm, uncached } from './receive.server.ts'

const path = '/contact'
const keys = ['support.email', 'support.phone', 'support.postal', 'support.hours', 'support.legal'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const claims = await findClaims(shop.db, keys, now, shop.timeZone)
  const subject = new URL(request.url).searchParams.get('subject')
  const hours = claims['support.hours']
  return {
    ...(await formOf(shop, request)),
    publicUrl: shop.publicUrl,
    now,
    subject: isSubject(subject) ? subject : null,
    hours: hours ? (parseHours(hours.figure, shop.timeZone) ?? null) : null,
    reach: {
      email: claims['support.email']?.figure ?? null,
      phone: claims['support.phone']?.figure ?? null,
      postal: claims['support.postal']?.text ?? null,
      hours: hours ?? null,
      legal: claims['support.legal']?.figure ?? null,
    },
  }
}

export function action(args: Route.ActionArgs) {
  return receiveForm(args, { schema: messageInput, path, keep: receiveMessage })
}

export const headers = () => uncached

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: siteTitle(contactWords.title) },
    { name: 'description', content: contactWords.description },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.publicUrl}${path}` },
  ]
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return <ContactPage {...loaderData} submission={actionData} />
}
