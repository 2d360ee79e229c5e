import { Verb } from '../../console/components/verb.tsx'
import { Problem } from './problem.tsx'
import { usePasskey } from './use-passkey.ts'

type Props = {
  /** `/staff/sign-in` or `/staff/again`: its challenge and its passkey are below that address. */
  path: string
  next: string
}

/** The way with a passkey. It needs script; the page says so where there is none. */
export function PasskeySignIn({ path, next }: Props) {
  const { start, problem, data,  } = usePasskey<{ refusal?: string }>({
    kind: 'sign-in',
    challenge: `${path}/challenge`,
    action: `${path}/passkey`,
  })
  return (
    <div className="grid justify-items-start gap-2">
      <noscript>
        <p className="con-hint">Passkeys need JavaScript. Use another way below.</p>
      </noscript>
      <Verb
        type="button"
        look="primary"
        busyWords="Waiting for the passkey"
        onClick={() => void start({ next })}
      >
        Continue with passkey
      </Verb>
      <p className="con-hint">A passkey on this machine, on your phone, or a security key.</p>
      <Problem>{problem ?? data?.refusal}</Problem>
    </div>
  )
}
