export function SkipLink({ children = 'Skip to content' }: { children?: string }) {
  return (
    <a
      className="skip fixed -top-20 left-gutter z-99 bg-accent px-4 py-3 font-display text-sm font-medium tracking-wider text-on-accent focus:top-3"
      href="#main"
    >
      {children}
    </a>
  )
}
