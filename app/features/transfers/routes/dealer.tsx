import { readFile } from 'node:fs/promises'
import type { ComponentProps } from 'react'
import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { FileField } from '#app/features/console/components/fields.tsx'
import { KeyValues, EmptyList, Columns, Section } from '#app/features/console/components/section.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { lackWords, lacksOf, maxUploadBytes, specialTaxYearEndsAt } from '#app/features/dealers/rules.ts'
import {
  addStaffUpload,
  fileInput,
  licenseLimits,
  listDealerUploads,
  saveDealerFile,
} from '#app/features/dealers/store/file.server.ts'
import { isEnding } from '#app/features/orders/rules.ts'
import { listOpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { findDealerFile } from '#app/features/dealers/store/search.server.ts'
import { requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { changedWords, deskOf, staffAction } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { storePaper } from '#app/files/papers.server.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { formError, notFound } from '#app/http/errors.ts'
import { formatCalendarDate, formatDay, formatIsoDay } from '#app/kit/dates.ts'
import { formKey } from '#app/kit/fields.ts'
import { fingerprint, secretToken } from '#app/kit/ids.ts'
import { staffUploadWords, stageHeads } from '../rules.ts'
import type { Route } from './+types/dealer'

export const handle: StaffHandle = { right: 'transfers' }

export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const filed = await findDealerFile(db, key)
  if (!filed)
    throw notFound('No Such Dealer', {
      text: `There is no dealer with the license ${key} on the list.`,
      link: { to: '/staff/dealers', label: 'Dealers' },
    })
  const today = formatIsoDay(now(), timeZone)
  const [transfers, uploads] = await Promise.all([listOpenTransfers(db, key), listDealerUploads(db, key)])
  return {
    ...filed,
    today,
    missing: lacksOf(filed.file, null, today),
    transfers,
    copies: uploads.map(({ file, type, bytes, sentAt, orderId, uploadedBy }) => {
      const on = formatDay(sentAt, timeZone)
      const from = orderId === null ? `uploaded ${on} by ${uploadedBy}` : `sent ${on} for order ${orderId}`
      const kind = type === 'application/pdf' ? 'PDF' : 'Picture'
      return { file, words: `${kind}, ${Math.ceil(bytes / 1_024)} kB, ${from}` }
    }),
    formKey: secretToken(),
    mayWrite: mayDo(staffMember(context).role, 'dealers.write'),
    timeZone,
  }
}

const save = staffAction({
  right: 'dealers.write',
  input: fileInput,
  run: ({
    desk: { ctx, actor, by, timeZone },
    params: { key = '' },
    input: { revision: seen, ...entry },
  }) => {
    type Saved = Extract<Awaited<ReturnType<typeof saveDealerFile>>, { ok: true }>
    // What was done, not the notes or the address.
    const audited = ({ notes: _, email: __, ...fields }: Saved['before']) => fields
    const data = ({ revision, before, after }: Saved) => ({
      revision,
      ...changeOf(audited(before), audited(after)),
    })
    return actAs(ctx, actor, { verb: 'dealer-file', subject: key, data }, async (work) => {
      // Only what this dealer sent is a copy of their license.
      const isTheirs = (await listDealerUploads(work.tx, key)).some(({ file }) => file === entry.copyFile)
      const copyFile = isTheirs ? entry.copyFile : null
      const today = formatIsoDay(work.now, timeZone)
      return saveDealerFile(work, key, { ...entry, copyFile }, { by, seen, today })
    })
  },
  to: ({ params }) => `/staff/dealers/${params.key}`,
  refusal: ({ why }) => (why === 'changed' ? changedWords : noDealerWords),
})

const noDealerWords = 'There is no such dealer.'

export async function action(args: Route.ActionArgs) {
  const isWithFile = args.request.headers.get('Content-Type')?.startsWith('multipart/form-data')
  return isWithFile ? upload(args) : save(args)
}

/** For a copy that came by mail or email. Both the file and its record or neither, and once per form. */
async function upload({ context, params: { key }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { by, actor } = deskOf(context, requireRight(context, 'dealers.write'))
  const refuseFile = (words: string, status: 409 | 422 | 503) => formError(status, { license: [words] }, {})
  const limits = { dataDir: shop.dataDir, maxFileBytes: maxUploadBytes }
  return receiveForm(request, limits, async ({ fields, files: [file] }) => {
    const sent = parseForm(z.object({ key: formKey }), fields)
    if (!file || !sent.ok) return refuseFile('Choose the file of the copy.', 422)
    if (file.isTooLarge) return refuseFile(staffUploadWords.too_large, 422)
    const given = await readFile(file.path)
    const form = { key: sent.value.key, typed: ['license copy', key, fingerprint(given.toString('base64'))] }
    const reading = { signal: request.signal }
    const done = await storePaper(shop, { given, limits: licenseLimits, reading }, async (stored) => {
      const data = { type: stored.type, bytes: stored.bytes }
      let isNew = false
      const act = { verb: 'license-copy-upload', subject: key, data, form }
      const added = await actAs(shop, actor, act, (work) => {
        isNew = true
        return addStaffUpload(work, key, stored, by)
      })
      return added.ok ? { ok: true as const, isNew } : added
    })
    if (done.ok) return redirect(`/staff/dealers/${key}`, 303)
    if (done.why === 'dealer_not_found') return refuseFile(noDealerWords, 409)
    const status = { too_many: 409, busy: 503 } as const
    return refuseFile(staffUploadWords[done.why], status[done.why as keyof typeof status] ?? 422)
  })
}

type Shown = Route.ComponentProps['loaderData']

export default function DealerFile({ loaderData, actionData }: Route.ComponentProps) {
  const { dealer, missing, transfers, copies, file: facts, mayWrite, formKey, timeZone } = loaderData
  const isComplete = missing.length === 0
  return (
    <Sheet
      title="Dealer file"
      heading={dealer.tradeName ?? dealer.name}
      state={
        <Status kind={isComplete ? 'done' : 'gate'}>
          {isComplete ? 'Complete' : 'Something is missing'}
        </Status>
      }
      next={isComplete ? undefined : lackWords[missing[0] ?? 'copy_missing']}
      cells={[
        { label: 'Revision', value: facts.revision ?? 0 },
        {
          label: 'Changed',
          value: facts.updatedAt ? `${formatDay(facts.updatedAt, timeZone)}, ${facts.updatedBy}` : 'never',
        },
      ]}
      action={<VerbLink to="/staff/dealers">Dealers</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) 420px">
        <div>
          <Section item={1} title="File" note={dealer.key}>
            <KeyValues
              rows={[
                ['Licensed as', dealer.name],
                ['Premises', `${dealer.street}, ${dealer.city}, ${dealer.state} ${dealer.zip}`],
                ['Phone', dealer.phone],
                ['Federal list', facts.isListed ? 'listed' : 'no longer listed'],
                ['License ends', dayOf(facts.licenseExpiresOn)],
                [
                  'Copy',
                  facts.copyAcceptedOn && `accepted ${dayOf(facts.copyAcceptedOn)}, ${facts.copyAcceptedBy}`,
                ],
                ['eZ Check', facts.ezCheckedOn && `${dayOf(facts.ezCheckedOn)}, ${facts.ezCheckedBy}`],
                [
                  'Special tax',
                  facts.specialTaxClass &&
                    `class ${facts.specialTaxClass}, until June 30, ${facts.specialTaxYearEnds}`,
                ],
                [
                  'Stamp seen',
                  facts.specialTaxCopyOn && `${dayOf(facts.specialTaxCopyOn)}, ${facts.specialTaxCopyBy}`,
                ],
              ]}
            />
            {missing.length > 0 && (
              <ul className="mt-3 grid gap-1" aria-label="Missing for an NFA item today">
                {missing.map((lack) => (
                  <li key={lack}>
                    <Status kind="gate">{lackWords[lack]}</Status>
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section item={2} title="Open transfers">
            {transfers.length === 0 ? (
              <EmptyList>No firearm is on its way to this dealer.</EmptyList>
            ) : (
              <ul className="grid gap-1">
                {transfers.map(({ orderId, position, title, detail, stage, buyerName }) => (
                  <li key={`${orderId}/${position}`} className="flex min-h-6 flex-wrap items-center gap-3">
                    <a className="con-link" href={`/staff/orders/${orderId}`}>
                      {orderId}
                    </a>
                    <span>{[title, detail, buyerName].filter(Boolean).join(', ')}</span>
                    {stage && !isEnding(stage) && <span className="text-muted">{stageHeads[stage]}</span>}
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section title="License copies">
            {copies.length === 0 ? (
              <p className="text-muted">None yet.</p>
            ) : (
              <ul className="grid gap-1">
                {copies.map(({ file: copy, words }) => (
                  <li key={copy}>
                    {mayWrite ? (
                      <a className="con-link" href={`/staff/dealers/${dealer.key}/copies/${copy}`}>
                        {words}
                      </a>
                    ) : (
                      words
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
        <div>
          {mayWrite ? (
            <>
              <Section item={3} title="License copy that came by mail or email">
                <UploadForm formKey={formKey} key={copies.length} errors={actionData?.fieldErrors.license} />
              </Section>
              <Section item={4} title="What we checked">
                <RecordForm
                  key={facts.revision}
                  label="What we checked"
                  fields={fieldsOf(loaderData)}
                  values={valuesOf(loaderData)}
                  refused={actionData?.fieldErrors.license ? undefined : actionData}
                  hidden={{ revision: facts.revision ?? 0 }}
                  submit="Save the file"
                />
              </Section>
            </>
          ) : (
            <EmptyList>Your role reads this file. The desk or a manager changes it.</EmptyList>
          )}
        </div>
      </Columns>
    </Sheet>
  )
}

const dayOf = (date: string | null | undefined) => date && formatCalendarDate(date)

function fieldsOf({ copies, today, dealer: { emailConfirmedBy }, file }: Shown) {
  return [
    {
      name: 'copyFile',
      label: 'License copy',
      options: [
        ['', 'Seen on paper, or none yet'],
        ...copies.map((copy) => [copy.file, copy.words] as const),
      ],
    },
    [
      {
        name: 'licenseExpiresOn',
        label: 'Last day of the license',
        type: 'date',
        hint: 'As the copy says: with it the copy is accepted.',
      },
      {
        name: 'ezCheckedOn',
        label: 'Day of the eZ Check',
        type: 'date',
        max: today,
        hint: 'Number, last day and premises are those of the copy. It counts for 30 days.',
      },
    ],
    [
      {
        name: 'specialTaxClass',
        label: 'Special tax (SOT)',
        options: [
          ['', 'Not recorded'],
          ['1', 'Class 1, importer'],
          ['2', 'Class 2, manufacturer'],
          ['3', 'Class 3, dealer'],
        ],
      },
      {
        name: 'specialTaxYearEnds',
        label: 'Until June 30 of',
        inputMode: 'numeric',
        hint: `This tax year: ${specialTaxYearEndsAt(today)}`,
      },
      { name: 'specialTaxCopyOn', label: 'Copy of the stamp seen on', type: 'date', max: today },
    ],
    [
      { name: 'feeCents', label: 'Transfer fee in dollars', inputMode: 'decimal' },
      {
        name: 'email',
        label: 'Email, confirmed by the license copy or a call',
        type: 'email',
        hint: emailConfirmedBy ? `Confirmed by ${emailConfirmedBy}` : 'Empty: no mail goes out by itself',
      },
    ],
    { name: 'notes', label: 'Notes, for staff only', rows: 3 },
    {
      name: 'blockedReason',
      label: 'Blocked, because',
      maxLength: 300,
      hint: file.blockedBy
        ? `Blocked by ${file.blockedBy}. Empty it to unblock them.`
        : 'Empty for a dealer who may be chosen. Nobody can choose a blocked one, and what is on its way there stops at its next form.',
    },
  ] satisfies ComponentProps<typeof RecordForm>['fields']
}

function valuesOf({ file, dealer: { email } }: Shown): Record<string, string> {
  const { feeCents: fee = null } = file
  const held = { ...file, email, feeCents: fee === null ? null : (fee / 100).toFixed(2) }
  return Object.fromEntries(Object.entries(held).map(([name, value]) => [name, String(value ?? '')]))
}

function UploadForm({ formKey, errors }: { formKey: string; errors: readonly string[] | undefined }) {
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="mb-3 grid gap-2"
      aria-label="Upload a license copy"
      noValidate
    >
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      <FileField
        label="Copy of the license"
        name="license"
        accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
        hint="PDF, JPG or PNG, up to 5 MB. Then accept it below, with its last day."
        errors={errors}
      />
      <span>
        <Verb small busyWords="Uploading...">
          Upload copy
        </Verb>
      </span>
    </Form>
  )
}
