import Copy from 'lucide-react/icons/copy'
import { Button } from './button.tsx'

type Props = {
  text: string
  label?: string
  copied?: string
}

/** Without script there is no button, because the text is shown beside it. */
export function CopyButton({ text, label = 'Copy', copied = 'Copied' }: Props) {
  return (
    <Button type="button" size="sm" className="noscript:hidden" data-copy={text} data-copied={copied}>
      <Copy />
      <span role="status">{label}</span>
    </Button>
  )
}
