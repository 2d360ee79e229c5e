import { Section } from '#app/ui/section.tsx'

const facts = [
  {
    title: 'What the code proves',
    text: 'That we signed this drop and this number. The letters after the number are computed with a key that never leaves the shop, so nobody else can make a code that passes, and a code copied onto another number fails.',
  },
  {
    title: 'What it does not prove',
    text: 'Who owns the unit. A photograph of a certificate passes too. Compare the number with the one engraved on the receiver, and let a licensed dealer do the transfer.',
  },
  {
    title: 'What nobody can read here',
    text: 'Names, addresses, dealers, orders and serial numbers. The registry never asks for them: it knows a drop, a number and how far that unit has come.',
  },
] as const

/** Three things to know about a certificate. */
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
