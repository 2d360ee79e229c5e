import { readFile } from 'node:fs/promises'
import { actAs } from '#app/access/act.server.ts'
import type { AppContext, UnitOfWork } from '#app/db/work.server.ts'
import {
  acceptLicenseCopy,
  blockDealer,
  noteDealerTerms,
  recordEzCheck,
  recordSpecialTax,
  unblockDealer,
  findDealerFile,
} from '#app/features/dealers/store/file.server.ts'
import { setDealerEmail } from '#app/features/dealers/store/staff.server.ts'
import {
  addStaffUpload,
  licenseLimits,
  listDealerUploads,
  type UploadRefusal,
} from '#app/features/dealers/store/uploads.server.ts'
import { type StoredPaper, storePaper } from '#app/files/papers.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { z } from 'zod'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'
import { specialTaxClasses } from '#app/features/dealers/rules.ts'
import { formKey } from '#app/kit/form-key.ts'

export type FileDesk = { ctx: AppContext; by: string; actor: string; today: string }
type FileForms = { [Verb in FileVerb]: z.output<(typeof fileInputs)[Verb]> }
type Outcome = { ok: true } | Refusal

const verbs: {
  [Verb in FileVerb]: (
    work: UnitOfWork,
    desk: FileDesk,
    key: string,
    form: FileForms[Verb],
  ) => Promise<Outcome>
} = {
  copy: async (work, { by, today }, key, { revision, expiresOn, file }) => {
    // Only what this dealer sent is a copy of their license.
    const isTheirs = (await listDealerUploads(work.tx, key)).some((upload) => upload.file === file)
    const copy = { onDay: today, expiresOn, file: isTheirs ? file : null }
    return acceptLicenseCopy(work, key, copy, { by, seen: revision })
  },
  'ez-check': (work, { by }, key, { revision, onDay }) =>
    recordEzCheck(work, key, onDay, { by, seen: revision }),
  tax: (work, { by }, key, { revision, ...tax }) => recordSpecialTax(work, key, tax, { by, seen: revision }),
  terms: (work, { by }, key, { revision, fee, notes }) =>
    noteDealerTerms(work, key, { feeCents: fee, notes }, { by, seen: revision }),
  email: async (work, { by }, key, { revision, email }) => {
    const found = await findDealerFile(work.tx, key)
    if ((found?.stored?.revision ?? 0) !== revision) return refuse('changed')
    return setDealerEmail(work, key, email.toLowerCase() || null, by)
  },
  block: (work, { by }, key, { revision, reason }) => blockDealer(work, key, reason, { by, seen: revision }),
  unblock: (work, { by }, key, { revision }) => unblockDealer(work, key, { by, seen: revision }),
}

/** Changes a dealer's file in one transaction with its row in the audit log. The log says what was done, not the notes or the address. */
export function changeFile<Verb extends FileVerb>(
  desk: FileDesk,
  verb: Verb,
  key: string,
  form: FileForms[Verb],
): Promise<Outcome> {
  const data = { revision: form.revision, ...auditOf(form) }
  return actAs(desk.ctx, desk.actor, { verb: `dealer-${verb}`, subject: key, data }, (work) =>
    verbs[verb](work, desk, key, form),
  )
}

/** For one that came by mail or email. Both or neither, and once per form. */
export async function uploadCopy(
  { ctx, by, actor }: FileDesk & { ctx: Pick<Shop, 'files'> },
  key: string,
  { path, formKey, signal }: { path: string; formKey: string; signal?: AbortSignal },
): Promise<{ ok: true } | Refusal<UploadRefusal | 'dealer_not_found'>> {
  const content = await readFile(path)
  const form = { key: formKey, typed: ['license copy', key, fingerprint(content.toString('base64'))] }
  const note = async (stored: StoredPaper) => {
    const data = { type: stored.type, bytes: stored.bytes }
    const act = { verb: 'license-copy-upload', subject: key, data, form }
    let isNew = false
    const added = await actAs(ctx, actor, act, (work) => {
      isNew = true
      return addStaffUpload(work, key, stored, by)
    })
    return added.ok ? { ok: true as const, isNew } : added
  }
  return storePaper(ctx, { given: content, limits: licenseLimits, reading: signal && { signal } }, note)
}

function auditOf(form: FileForms[FileVerb]): Record<string, string | number> {
  return Object.fromEntries(
    (['expiresOn', 'onDay', 'taxClass', 'yearEnds', 'copyOn', 'reason'] as const).flatMap((name) => {
      const value = name in form ? form[name as keyof typeof form] : undefined
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
}

const trimmed = z.string().overwrite(oneLine)
const day = trimmed.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the day')
const optionalDay = z.union([z.literal(''), day]).transform((value) => value || null)
const revision = z.coerce.number().int().nonnegative()

export const uploadInput = z.object({ key: formKey })

export const fileInputs = {
  copy: z.object({ revision, expiresOn: day, file: trimmed.max(60).default('') }),
  'ez-check': z.object({ revision, onDay: day }),
  tax: z.object({
    revision,
    taxClass: z.enum(specialTaxClasses, 'Choose the class'),
    yearEnds: z.coerce.number().int().min(2020, 'Enter the year').max(2100, 'Enter the year'),
    copyOn: optionalDay,
  }),
  terms: z.object({
    revision,
    fee: trimmed
      .regex(/^(\d{1,4}(\.\d{1,2})?)?$/, 'Enter the fee in dollars, like 25 or 25.50')
      .transform((dollars) => (dollars === '' ? null : Math.round(Number(dollars) * 100))),
    notes: z.string().trim().max(2_000, 'Keep the notes under 2,000 characters'),
  }),
  email: z.object({
    revision,
    email: z.union([z.literal(''), emailAddress({ missing: 'Enter an address with a domain' })]),
  }),
  block: z.object({ revision, reason: trimmed.min(3, 'Say why').max(300, 'Keep it under 300 characters') }),
  unblock: z.object({ revision }),
}
export type FileVerb = keyof typeof fileInputs

export function isFileVerb(name: unknown): name is FileVerb {
  return typeof name === 'string' && Object.hasOwn(fileInputs, name)
}
