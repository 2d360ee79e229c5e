import { redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Recorded } from '#app/access/act.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { requireRecentSignIn, requireRight } from './access.server.ts'
import { actorOf, type StaffMember, type StaffRight } from './rules.ts'

/** Who acts behind the counter: `by` goes into histories that staff read, `actor` into the audit log. */
export type Desk = { ctx: Shop; member: StaffMember; by: string; actor: string; timeZone: string }

type Params = Readonly<Record<string, string>>
type Args = { context: Readonly<RouterContextProvider>; request: Request; params: object }
type Sent<Input> = { desk: Desk; input: Input; params: Params; context: Args['context'] }

type StaffAction<Schema extends z.ZodType, Outcome extends Recorded<{ ok: boolean }> | Refusal> = {
  right: StaffRight
  /** Whether it needs a sign-in of the last ten minutes: money, rules and people do. */
  recent?: boolean
  input: Schema | ((sent: Omit<Sent<unknown>, 'input'>) => Schema)
  /** Does it in one transaction with its row in the audit log: what comes of `actAs`. */
  run: (sent: Sent<z.output<Schema>>) => Promise<Outcome>
  to:
    | string
    | ((sent: Sent<z.output<Schema>>, done: Extract<Outcome, { ok: true }>) => string | Promise<string>)
  /** A refusal in words, beside the form as a whole or beside its fields. */
  refusal: (refused: Extract<Outcome, { ok: false }>, input: z.output<Schema>) => string | FieldErrors
}

/**
 * The action of a form behind the counter: the right, a recent sign-in, its fields, what it does, and where it leads. A refused form
 * comes back with what was typed: 422 for what does not meet its schema, 409 for an expected "no".
 */
export function staffAction<Schema extends z.ZodType, Outcome extends Recorded<{ ok: boolean }> | Refusal>({
  right,
  recent = false,
  input: schema,
  run,
  to,
  refusal,
}: StaffAction<Schema, Outcome>) {
  return async ({ context, request, params: named }: Args) => {
    const member = requireRight(context, right)
    if (recent) await requireRecentSignIn(context, request)
    const params = named as Params
    const desk = deskOf(context, member)
    const form = await readForm(request)
    const known = typeof schema === 'function' ? schema({ desk, params, context }) : schema
    const parsed = parseForm(known, form)
    if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
    const sent = { desk, input: parsed.value, params, context }
    const done = await run(sent)
    if (done.ok) {
      const path = typeof to === 'string' ? to : await to(sent, done as Extract<Outcome, { ok: true }>)
      return redirect(path, 303)
    }
    const words = refusal(done as Extract<Outcome, { ok: false }>, parsed.value)
    return formError(409, typeof words === 'string' ? { form: [words] } : words, parsed.given)
  }
}

export function deskOf(context: Args['context'], member: StaffMember): Desk {
  const ctx = context.get(shopContext)
  return { ctx, member, by: member.name, actor: actorOf(member), timeZone: ctx.timeZone }
}
