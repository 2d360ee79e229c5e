import { PrintVerb } from '../../console/components/print-verb.tsx'
import { VerbLink } from '../../console/components/verb.tsx'

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
