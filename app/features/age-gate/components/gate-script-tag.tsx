/** An inline script of the gate. Browsers hide the nonce from scripts, so hydration must not compare it. */
export function GateScript({ nonce, source }: { nonce: string | null; source: string }) {
  return (
    <script
      nonce={nonce ?? undefined}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- our own text, made from checked functions; nothing a visitor sent
      dangerouslySetInnerHTML={{ __html: source }}
    />
  )
}
