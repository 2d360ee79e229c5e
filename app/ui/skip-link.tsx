/** The first stop of the Tab key: past the navigation, to the element with the id `main`. */
export function SkipLink({ to = 'main', children = 'Skip to content' }: { to?: string; children?: string }) {
  return (
    <a className="skip" href={`#${to}`}>
      {children}
    </a>
  )
}
