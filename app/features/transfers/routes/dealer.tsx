import { data, Link, redirect, Form } from 'react-router'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink, Verb } from '#app/features/console/components/verb.tsx'
import { lackWords } from '#app/features/dealers/words.ts'
import { isEnding } from '#app/features/orders/rules.ts'
import { requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { actorOf, mayDo, type StaffHandle, type StaffMember } from '#app/features/staff/rules.ts'
import { maxUploadBytes, specialTaxClasses, specialTaxYearEndsAt } from '#app/features/dealers/rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import {
  changeFile,
  uploadCopy,
  fileInputs,
  isFileVerb,
  uploadInput,
  type FileVerb,
} from '../flows.server.ts'
import { findShownFile, type ShownFile } from '../store.server.ts'
import { refusalWords, staffUploadWords, stageHeads } from '../rules.ts'
import type { Route } from './+types/dealer'
import type { ReactNode } from 'react'
import {
  deskFieldsOf,
  FileField,
  SelectField,
  TextArea,
  TextField,
} from '#app/features/console/components/fields.tsx'

export const handle: StaffHandle = { right: 'transfers' }

export const meta = () => [{ title: consoleTitle('Dealer') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const file = await findShownFile(shop.db, params.key, { now: shop.now(), timeZone: shop.timeZone })
  if (!file)
    throw notFound('No Such Dealer', {
      text: `There is no dealer with the license ${params.key} on the list.`,
      link: { to: '/staff/dealers', label: 'Dealers' },
    })
  return { formKey: secretToken(), file, mayWrite: mayDo(staffMember(context).role, 'dealers.write') }
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response | Refused> {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'dealers.write')
  if (isWithFile(request)) return upload(shop, member, params.key, request)
  const form = await readForm(request)
  const verb = form.get('verb')
  if (!isFileVerb(verb)) return data({ verb: '', errors: { form: ['Choose what to do.'] }, given: {} }, 422)
  const parsed = parseForm(fileInputs[verb], form)
  const { given } = parsed
  if (!parsed.ok) return data({ verb, errors: parsed.fieldErrors, given }, 422)
  const changed = await changeFile(deskOf(shop, member), verb, params.key, parsed.value)
  if (!changed.ok) return data({ verb, errors: { form: [refusalWords(changed.why)] }, given }, 409)
  return redirect(`/staff/dealers/${params.key}`, 303)
}

type Refused = ReturnType<typeof data<{ verb: string; errors: FieldErrors; given: SubmittedFields }>>

function isWithFile({ headers }: Request): boolean {
  return headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false
}

function upload(shop: Shop, member: StaffMember, key: string, request: Request): Promise<Response | Refused> {
  const refuseFile = (words: string, status: 409 | 422 | 503): Refused =>
    data({ verb: 'upload', errors: { license: [words] }, given: {} }, status)
  return receiveForm(
    request,
    { dataDir: shop.dataDir, maxFileBytes: maxUploadBytes },
    async ({ fields, files }) => {
      const [file] = files
      const sent = parseForm(uploadInput, fields)
      if (!file || !sent.ok) return refuseFile('Choose the file of the copy.', 422)
      if (file.isTooLarge) return refuseFile(staffUploadWords.too_large, 422)
      const done = await uploadCopy(deskOf(shop, member), key, {
        path: file.path,
        formKey: sent.value.key,
        signal: request.signal,
      })
      if (done.ok) return redirect(`/staff/dealers/${key}`, 303)
      return done.why === 'dealer_not_found' || done.why === 'too_many'
        ? refuseFile(done.why === 'too_many' ? staffUploadWords.too_many : refusalWords(done.why), 409)
        : refuseFile(staffUploadWords[done.why], done.why === 'busy' ? 503 : 422)
    },
  )
}

const deskOf = (shop: Shop, member: StaffMember) => ({
  ctx: shop,
  by: member.name,
  actor: actorOf(member),
  today: formatIsoDay(shop.now(), shop.timeZone),
})

export default function DealerFile({
  loaderData: { file, mayWrite, formKey },
  actionData,
}: Route.ComponentProps) {
  const { name, licensedAs, missing, transfers, copies, file: facts } = file
  const isComplete = missing.length === 0
  return (
    <Sheet
      title="Dealer file"
      heading={name}
      state={
        <Status kind={isComplete ? 'done' : 'gate'}>
          {isComplete ? 'Complete' : 'Something is missing'}
        </Status>
      }
      next={isComplete ? undefined : lackWords[missing[0] ?? 'copy_missing']}
      cells={[
        { label: 'Revision', value: file.revision },
        { label: 'Changed', value: file.updated || 'never' },
      ]}
      action={<VerbLink to="/staff/dealers">Dealers</VerbLink>}
    >
      {actionData?.errors.form?.map((words) => (
        <SheetNotice key={words} kind="no">
          {words}
        </SheetNotice>
      ))}
      <Columns columns="minmax(0,1fr) 420px">
        <div>
          <Section item={1} title="File" note={file.key}>
            <KeyValues
              rows={[
                ['Licensed as', licensedAs],
                ['Premises', file.address.join(', ')],
                ['Phone', file.phone],
                ['Federal list', file.isListed ? 'listed' : 'no longer listed'],
                ['License ends', dayOf(facts.licenseExpiresOn)],
                [
                  'Copy',
                  facts.copyAcceptedOn && `accepted ${dayOf(facts.copyAcceptedOn)}, ${file.copyAcceptedBy}`,
                ],
                ['eZ Check', facts.ezCheckedOn && `${dayOf(facts.ezCheckedOn)}, ${file.ezCheckedBy}`],
                [
                  'Special tax',
                  facts.specialTaxClass &&
                    `class ${facts.specialTaxClass}, until June 30, ${facts.specialTaxYearEnds}`,
                ],
                [
                  'Stamp seen',
                  facts.specialTaxCopyOn && `${dayOf(facts.specialTaxCopyOn)}, ${file.specialTaxCopyBy}`,
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
                {transfers.map(({ orderId, position, title, stage, buyer }) => (
                  <li key={`${orderId}/${position}`} className="flex min-h-6 flex-wrap items-center gap-3">
                    <Link className="con-link" to={`/staff/transfers/${orderId}/${position}`}>
                      {orderId}
                    </Link>
                    <span>{`${title}, ${buyer}`}</span>
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
                      <a className="con-link" href={`/staff/dealers/${file.key}/copies/${copy}`}>
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
            <FileForms formKey={formKey} key={file.revision} file={file} refused={actionData} />
          ) : (
            <EmptyList>Your role reads this file. The desk or a manager changes it.</EmptyList>
          )}
        </div>
      </Columns>
    </Sheet>
  )
}

const dayOf = (date: string | null) => date && formatCalendarDate(date)

type Props = {
  formKey: string
  file: ShownFile
  refused: { verb: string; errors: FieldErrors; given: SubmittedFields } | undefined
}

function FileForms({ formKey, file, refused }: Props) {
  const typedIn = (verb: FileVerb) => {
    const { given, errors } = refused?.verb === verb ? refused : { given: {}, errors: {} }
    return deskFieldsOf(given, errors)
  }
  /** What was typed stays when it is refused; where the file says something else by now, that is beside it. */
  const fieldOf = (verb: FileVerb, name: string, stored = '') => {
    const field = typedIn(verb)(name, stored)
    const isOther = refused?.errors.form !== undefined && stored !== '' && field.defaultValue !== stored
    return { ...field, ...(isOther && { hint: `In the file now: ${stored}` }) }
  }
  const { file: facts } = file
  return (
    <>
      <Section item={3} title="License copy and eZ Check">
        <UploadForm
          formKey={formKey}
          key={file.copies.length}
          errors={refused?.verb === 'upload' ? refused.errors.license : undefined}
        />
        <FileForm file={file} verb="copy" label="Accept a license copy" button="Accept copy">
          <SelectField
            label="Copy"
            {...typedIn('copy')('file', file.copyFile)}
            options={[
              ['', 'Seen on paper, not uploaded'],
              ...file.copies.map((copy) => [copy.file, copy.words] as const),
            ]}
          />
          <TextField
            label="Last day of the license, as the copy says"
            type="date"
            required
            {...fieldOf('copy', 'expiresOn', facts.licenseExpiresOn ?? '')}
          />
        </FileForm>
        <FileForm file={file} verb="ez-check" label="Record an eZ Check" button="Record eZ Check">
          <TextField
            label="Day of the eZ Check"
            type="date"
            required
            max={file.today}
            hint="License number, last day and premises are those of the copy. It counts for 30 days."
            {...typedIn('ez-check')('onDay', file.today)}
          />
        </FileForm>
      </Section>
      <Section item={4} title="Special tax (SOT)">
        <FileForm file={file} verb="tax" label="Record the special tax" button="Save special tax">
          <SelectField
            label="Class"
            {...fieldOf('tax', 'taxClass', facts.specialTaxClass ?? '3')}
            options={specialTaxClasses.map((each) => [each, taxClassWords[each]] as const)}
          />
          <TextField
            label="Tax year ends June 30 of"
            type="number"
            required
            {...fieldOf(
              'tax',
              'yearEnds',
              String(facts.specialTaxYearEnds ?? specialTaxYearEndsAt(file.today)),
            )}
          />
          <TextField
            label="Day on which a copy of the stamp was seen"
            type="date"
            max={file.today}
            {...fieldOf('tax', 'copyOn', facts.specialTaxCopyOn ?? '')}
          />
        </FileForm>
      </Section>
      <Section item={5} title="Terms and notes">
        <FileForm file={file} verb="terms" label="Transfer fee and notes" button="Save">
          <TextField
            label="Transfer fee in dollars"
            inputMode="decimal"
            {...fieldOf('terms', 'fee', file.feeCents === null ? '' : (file.feeCents / 100).toFixed(2))}
          />
          <TextArea label="Notes, for staff only" rows={3} {...fieldOf('terms', 'notes', file.notes)} />
        </FileForm>
        <FileForm file={file} verb="email" label="Confirmed email address" button="Save address">
          <TextField
            label="Email, confirmed by the license copy or a call"
            type="email"
            hint={
              file.emailConfirmedBy
                ? `Confirmed by ${file.emailConfirmedBy}`
                : 'Empty: no mail goes out by itself'
            }
            {...fieldOf('email', 'email', file.email ?? '')}
          />
        </FileForm>
      </Section>
      <Section item={6} title="Block">
        {facts.blockedReason === null ? (
          <FileForm file={file} verb="block" label="Block this dealer" button="Block dealer" look="stop">
            <TextField
              label="Reason"
              required
              maxLength={300}
              hint="Nobody can choose a blocked dealer, and what is on its way there stops at its next form."
              {...fieldOf('block', 'reason')}
            />
          </FileForm>
        ) : (
          <FileForm file={file} verb="unblock" label="Unblock this dealer" button="Unblock dealer">
            <p>
              {facts.blockedReason} ({file.blockedBy})
            </p>
          </FileForm>
        )}
      </Section>
    </>
  )
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
        label="Copy that came by mail or email"
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

const taxClassWords = { '1': '1, importer', '2': '2, manufacturer', '3': '3, dealer' } as const

type FormProps = {
  file: ShownFile
  verb: FileVerb
  label: string
  button: string
  look?: 'primary' | 'stop'
  children: ReactNode
}

function FileForm({ file, verb, label, button, look, children }: FormProps) {
  return (
    <Form method="post" className="mb-3 grid gap-2" aria-label={label} noValidate>
      <input type="hidden" name="verb" value={verb} />
      <input type="hidden" name="revision" value={file.revision} />
      {children}
      <span>
        <Verb small {...(look && { look })} busyWords="Saving...">
          {button}
        </Verb>
      </span>
    </Form>
  )
}
