import { Section } from '#app/ui/section.tsx'

const facts = [
  {
    title: 'What the code proves',
    text: 'That we signed this drop and this number. The code is computed with a secret key, so nobody else can make a valid one, and a code copied onto another number fails.',
  },
  {
    title: 'What it does not prove',
    text: 'Who owns the unit. A photo of a certificate passes too. Compare the number with the one engraved on the receiver, and have a licensed dealer do the transfer.',
  },
  {
    title: 'What the registry does not show',
    text: 'Names, addresses, dealers, orders and serial numbers. The registry only knows a drop, a number and that unit’s status.',
  },
] as const

/** What a certificate proves and what it does not. */
export function CertificateFacts() {
  return (
    <Section title="What a certificate is worth">
      <div className="grid gap-x-6 gap-y-8 lg:grid-cols-3">
        {facts.map(({ title, text }) => (
          <div key={title}>
            <h3 className="h3">{title}</h3>
            <p className="mt-3 max-w-[46ch] text-muted">{text}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}
