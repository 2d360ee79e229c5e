import { redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Recorded } from '#app/access/act.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm } from '#app/http/form.ts'
import { formError } from '#app/http/errors.ts'
import { typedIn, submittedFields } from '#app/http/submitted-fields.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { requireRecentSignIn, requireRight } from './access.server.ts'
import { actorOf, type StaffMember, type StaffRight } from './rules.ts'

/** Who acts behind the counter: `by` goes into histories that staff read, `actor` into the audit log. */
export type Desk = { ctx: Shop; member: StaffMember; by: string; actor: string; timeZone: string }

type Params = Readonly<Record<string, string>>
type Args = { context: Readonly<RouterContextProvider>; request: Request; params: object }
type Sent<Input> = { desk: Desk; input: Input; params: Params } & Pick<Args, 'context' | 'request'>

type StaffAction<Schema extends z.ZodType, Outcome extends Recorded<{ ok: boolean }> | Refusal> = {
  right: StaffRight
  /** Whether it needs a sign-in of the last ten minutes: money, rules and people do. */
  recent?: boolean | ((sent: { params: Params }) => boolean)
  input: Schema | ((sent: Omit<Sent<unknown>, 'input'>) => Schema)
  /** Does it in one transaction with its row in the audit log: what comes of `actAs`. */
  run: (sent: Sent<z.output<Schema>>) => Promise<Outcome>
  to:
    | string
    | ((sent: Sent<z.output<Schema>>, done: Extract<Outcome, { ok: true }>) => string | Promise<string>)
  /** A refusal in words, beside the form as a whole or beside its fields. */
  refusal: (refused: Extract<Outcome, { ok: false }>, input: z.output<Schema>) => string | FieldErrors
}

/** With its `run`, which tests of what it writes call. 422 for what does not meet its schema, or is `invalid` to what it is about, 409 for an expected "no". */
export function staffAction<Schema extends z.ZodType, Outcome extends Recorded<{ ok: boolean }> | Refusal>({
  right,
  recent = false,
  input: schema,
  run,
  to,
  refusal,
}: StaffAction<Schema, Outcome>) {
  const action = async ({ context, request, params: named }: Args) => {
    const member = requireRight(context, right)
    const params = named as Params
    if (typeof recent === 'function' ? recent({ params }) : recent)
      await requireRecentSignIn(context, request)
    const desk = deskOf(context, member)
    const form = await readForm(request)
    const known = typeof schema === 'function' ? schema({ desk, params, context, request }) : schema
    const parsed = parseForm(known, form)
    if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
    const sent = { desk, input: parsed.value, params, context, request }
    const done = await run(sent)
    if (done.ok) {
      const path = typeof to === 'string' ? to : await to(sent, done as Extract<Outcome, { ok: true }>)
      return redirect(path, 303)
    }
    const words = refusal(done as Extract<Outcome, { ok: false }>, parsed.value)
    const isInvalid = 'why' in done && done.why === 'invalid'
    return formError(
      isInvalid ? 422 : 409,
      typeof words === 'string' ? { form: [words] } : words,
      parsed.given,
    )
  }
  return Object.assign(marked([{ right, recent }], action), { run })
}

type Asked = Pick<StaffAction<z.ZodType, Refusal>, 'right' | 'recent'>

/** An action with what each of its forms asks, which a test of all routes reads. */
type Marked<Action> = Action & { readonly asks: readonly Asked[] }

const marked = <Action extends object>(asks: readonly Asked[], action: Action): Marked<Action> =>
  Object.assign(action, { asks })

type AnyAction = Marked<(args: Args) => Promise<Response | ReturnType<typeof formError>>>

export function staffVerbs(verbs: Record<string, AnyAction>) {
  const asks = Object.values(verbs).flatMap((action) => action.asks)
  return marked(asks, async (args: Args) => {
    const given = submittedFields(await readForm(args.request))
    const verb = typedIn(given, 'verb')
    const action = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    return action ? action(args) : formError(422, { form: ['Choose what to do.'] }, given)
  })
}

/** What somebody else made of a record meanwhile, beside each field whose typed value differs. */
export const changedWords =
  'Somebody changed this since you opened it. Nothing was saved and nothing you typed is lost: where your text differs, the field says what it is now. Save again to put yours in its place.'

export function changedErrors(
  now: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>>,
): FieldErrors {
  const differing = Object.entries(typed).filter(([name, value]) => name in now && now[name] !== value)
  return {
    form: [changedWords],
    ...Object.fromEntries(differing.map(([name]) => [name, [`Now it is: ${String(now[name]) || 'empty'}`]])),
  }
}

export function deskOf(context: Args['context'], member: StaffMember): Desk {
  const ctx = context.get(shopContext)
  return { ctx, member, by: member.name, actor: actorOf(member), timeZone: ctx.timeZone }
}
