import X from 'lucide-react/icons/x'

export function DialogFrame() {
  return (
    <template id="dialog">
      <dialog className="dialog" closedby="any">
        <div className="dialog-body" />
        <form method="dialog">
          <button type="submit" className="dialog-close" aria-label="Close">
            <X />
          </button>
        </form>
      </dialog>
    </template>
  )
}
