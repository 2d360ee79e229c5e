import { CopyButton } from '#app/ui/copy-button.tsx'

/** The private link in full, to be copied: the only way back to the order from another device. */
export function PrivateLink({ link }: { link: string }) {
  return (
    <div className="private-link">
      <h2 className="h3">Your private link</h2>
      <p className="small">
        It opens this page on any device, and whoever has it can see the order and ask for the refund. Keep it
        to yourself.
      </p>
      <div className="join">
        <code className="link-text">{link}</code>
        <CopyButton text={link} label="Copy the link" copied="Link copied" />
      </div>
    </div>
  )
}
