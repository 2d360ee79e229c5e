import { data, Form, redirect } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { countOf } from '#app/kit/count.ts'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { TextField } from '#app/ui/field.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { certificatePath } from '../rules.ts'
import { formatCertificateCode, acceptedBy, attendedWords, certificateWords as words } from '../roster.ts'
import { findCertificate, type TrainingCertificate } from '../store/roster.server.ts'
import type { Route } from './+types/check-certificate'

export const headers = () => privatePageHeaders

export const meta = () => [{ title: siteTitle(words.lookup.title) }, { name: 'robots', content: 'noindex' }]

/** What a certificate says, for anybody who has its code. A code that was typed gets an address of its own. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const typed = new URL(request.url).searchParams.get('code')
  if (typed?.trim())
    throw redirect(
      certificatePath(
        typed
          .replaceAll(/[^0-9A-Za-z]/g, '')
          .toUpperCase()
          .slice(0, 20),
      ),
    )
  if (!params.code)
    return data({ status: 'none' as const, error: typed === null ? null : words.lookup.empty })
  const limit = await shop.limits.take('certificateCheck', context.get(visitContext).address)
  if (!limit.ok)
    return data({ status: 'none' as const, error: tooManyWords(limit.retryAfterSeconds) }, { status: 429 })
  const found = await findCertificate(shop.db, params.code)
  if (!found) return data({ status: 'missing' as const }, { status: 404 })
  if (found.revokedAt)
    return data({ status: 'revoked' as const, on: formatDay(found.revokedAt, shop.timeZone) })
  return data({
    status: 'valid' as const,
    ...shown(found),
    issuedOn: formatDay(found.issuedAt, shop.timeZone),
  })
}

const shown = ({ code, student, facts }: TrainingCertificate) => ({ code, student, facts })

export default function CheckCertificate({ loaderData }: Route.ComponentProps) {
  return (
    <section className="wrap grid max-w-[760px] gap-8 pt-8 pb-24" aria-labelledby="certificate">
      <div className="grid gap-4">
        <h1 className="h1" id="certificate">
          {loaderData.status === 'valid' ? words.title : words.lookup.title}
        </h1>
        {loaderData.status === 'none' && <p className="lead">{words.lookup.lead}</p>}
      </div>
      {loaderData.status === 'valid' && <Valid {...loaderData} />}
      {loaderData.status === 'revoked' && (
        <RefusalNotice
          title={words.revoked.title}
          text={`${words.revoked.text} (${loaderData.on})`}
          role="status"
        />
      )}
      {loaderData.status === 'missing' && (
        <RefusalNotice title={words.missing.title} text={words.missing.text} role="status" />
      )}
      <Lookup error={loaderData.status === 'none' ? loaderData.error : null} />
    </section>
  )
}

type Shown = ReturnType<typeof shown> & { issuedOn: string }

function Valid({ code, student, facts, issuedOn }: Shown) {
  return (
    <>
      <div className="grid gap-2" role="status">
        <h2 className="h3">{words.valid.title}</h2>
        <p className="text-muted">{words.valid.text}</p>
      </div>
      <DefinitionList
        items={[
          { term: 'Student', value: student },
          { term: 'Course', value: facts.course },
          { term: 'Held on', value: formatCalendarDate(facts.heldOn) },
          { term: 'Length', value: countOf(facts.hours, 'hour') },
          { term: 'Place', value: facts.place },
          { term: 'Instructor', value: facts.instructor },
          {
            term: 'License',
            value: facts.licenses.map(({ name, number }) => `${name}, no. ${number}`).join('; '),
          },
          { term: 'Issued', value: issuedOn },
          { term: 'Code', value: <span className="numeral">{formatCertificateCode(code)}</span> },
        ]}
      />
      <p>{attendedWords(facts)}</p>
      <p className="text-sm text-muted">{acceptedBy}</p>
    </>
  )
}

function Lookup({ error }: { error: string | null }) {
  return (
    <Form method="get" action="/training/certificates" className="grid max-w-[36ch] gap-4" noValidate>
      <TextField
        name="code"
        label={words.lookup.label}
        hint={words.lookup.hint}
        error={error ?? undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
      />
      <Button busyLabel="Checking...">{words.lookup.button}</Button>
    </Form>
  )
}
