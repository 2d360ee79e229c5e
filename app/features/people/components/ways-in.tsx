import type { ReactNode } from 'react'
import wordmark from '#app/ui/wordmark.svg?raw'
import { Form } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { type Asked, Problem, TextField } from '#app/features/console/components/fields.tsx'
import { Verb, VerbLink, PrintVerb } from '#app/features/console/components/verb.tsx'
import { Shape } from '#app/features/console/components/status.tsx'

const strokes = /<path d="([^"]+)"/.exec(wordmark)?.[1]

type EntryProps = {
  title: string
  /** `2 of 2`, where this takes more than one step. */
  step?: string
  children: ReactNode
}

export function Entry({ title, step, children }: EntryProps) {
  return (
    <div className="grid h-dvh overflow-auto p-2 max-sm:p-0">
      <main
        id="main"
        tabIndex={-1}
        className="grid content-between justify-items-end gap-8 border-2 border-control bg-sheet max-sm:border-0"
      >
        <svg
          className="m-8 w-[min(52vw,620px)] justify-self-start overflow-visible text-muted"
          viewBox="0 0 280 110"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={strokes} vectorEffect="non-scaling-stroke" />
        </svg>
        <div className="w-full max-w-[620px] border-t-2 border-control sm:border-l-2">
          <dl className="grid grid-cols-3 border-b border-hairline">
            <Cell label="Sheet">Console</Cell>
            <Cell label="Step">{step ?? '1 of 1'}</Cell>
            <Cell label="Closes after">12 h, 30 min idle</Cell>
          </dl>
          <div className="grid gap-3 p-4">
            <h1 className="con-h1">{title}</h1>
            {children}
          </div>
        </div>
      </main>
    </div>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-r border-hairline p-3 last:border-r-0">
      <dt className="con-label">{label}</dt>
      <dd className="font-display text-base">{children}</dd>
    </div>
  )
}

export const authenticatorCode = {
  label: 'Code from your authenticator',
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  required: true,
} satisfies Asked

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className="grid justify-items-start gap-3" aria-labelledby="recovery-codes">
      <h2 className="con-h2" id="recovery-codes">
        Recovery codes
      </h2>
      <p role="status">
        Print or write these down now: they are not shown again. Each opens your account once, when your
        passkey or authenticator is gone.
      </p>
      <ol className="grid grid-cols-2 gap-x-8 border border-hairline px-4 py-1 max-sm:w-full max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="con-code border-b border-hairline py-2 text-base last:border-0">
            {code}
          </li>
        ))}
      </ol>
      <span className="flex flex-wrap gap-2 print:hidden">
        <VerbLink to="/staff" look="primary">
          I have them, open the console
        </VerbLink>
        <PrintVerb>Print them</PrintVerb>
      </span>
    </section>
  )
}

/** With what the page was answered: why the last try was refused. */
type Answered = { answer: object | undefined }

export function PasskeySignIn({ next, answer }: Answered & { next: string }) {
  return (
    <PasskeyForm
      use="sign-in"
      challenge="/staff/sign-in/challenge"
      answer={answer}
      without="Passkeys need JavaScript. Use another way below."
      verb="Continue with passkey"
      hint="A passkey on this machine, on your phone, or a security key."
    >
      <input type="hidden" name="next" value={next} />
    </PasskeyForm>
  )
}

export function NewPasskey({ answer }: Answered) {
  return (
    <PasskeyForm
      use="new"
      challenge="/staff/passkeys/challenge"
      answer={answer}
      without="Passkeys need JavaScript."
      verb="Create a passkey"
    >
      <TextField label="Name of the passkey" name="name" maxLength={60} placeholder="Desk laptop" />
    </PasskeyForm>
  )
}

type PasskeyFormProps = Answered & {
  use: 'sign-in' | 'new'
  challenge: string
  /** Said where no script runs. */
  without: string
  verb: string
  hint?: string
  children: ReactNode
}

function PasskeyForm({ use, challenge, answer, without, verb, hint, children }: PasskeyFormProps) {
  const problem = answer && 'problem' in answer ? String(answer.problem) : undefined
  return (
    <form
      method="post"
      className="grid justify-items-start gap-2"
      data-passkey={use}
      data-challenge={challenge}
    >
      <p className="con-hint hidden noscript:block">{without}</p>
      <input type="hidden" name="credential" autoComplete="off" />
      {children}
      <Verb look="primary" busyWords="Waiting for the passkey">
        {verb}
      </Verb>
      {hint && <p className="con-hint">{hint}</p>}
      <p className="con-error" role="alert" data-problem="" hidden={!problem}>
        <Shape kind="over" />
        <span>{problem}</span>
      </p>
    </form>
  )
}

/** `square` has its dark squares as an SVG path, and how many a side has. */
export type Setup = { square: { path: string; size: number }; letters: string; sealed: string }

type Props = { setup: Setup; errors: FieldErrors | undefined; action: string }

/** A password and an authenticator, set up together: neither opens anything alone. */
export function PasswordForm({ setup: { square, letters, sealed }, errors = {}, action }: Props) {
  const { size, path } = square
  return (
    <Form method="post" action={action} className="grid gap-3">
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={15}
        required
        errors={errors.password}
        hint="At least 15 characters. A few words in a row are easy to remember."
      />
      <div className="grid grid-cols-[160px_minmax(0,1fr)] max-sm:grid-cols-1 items-start gap-4">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          className="w-full max-w-[160px]"
          role="img"
          aria-label="Square for the camera of your authenticator"
        >
          <rect width={size} height={size} fill="white" />
          <path d={path} fill="black" />
        </svg>
        <div className="grid gap-2">
          <p>Scan the square with an authenticator, or type these letters into it:</p>
          <p className="con-code whitespace-normal">{letters.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </div>
      <TextField {...authenticatorCode} errors={errors.code} />
      <input type="hidden" name="sealed" value={sealed} />
      <Problem>{errors.form?.[0]}</Problem>
      <div>
        <Verb busyWords="Saving">Save password and authenticator</Verb>
      </div>
    </Form>
  )
}
