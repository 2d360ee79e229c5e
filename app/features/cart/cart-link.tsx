import ShoppingBag from 'lucide-react/icons/shopping-bag'

export const cartPath = '/cart'

/** The cart link. `site/header.ts` fills in its badge in the browser, so that pages stay the same for everyone. */
export function CartLink({ pathname }: { pathname: string }) {
  return (
    <div className="self-center max-md:order-1 md:max-xl:-mx-1">
      <a
        id="cart-link"
        className="relative grid size-11 place-items-center md:max-lg:w-8 text-muted transition-colors hover:text-ink aria-[current]:text-ink"
        href={cartPath}
        aria-label="Cart"
        aria-current={pathname === cartPath ? 'page' : undefined}
      >
        <ShoppingBag className="size-5" aria-hidden />
        <span
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-display text-xs leading-5 font-bold text-on-accent"
          aria-hidden
          data-badge
          hidden
        />
      </a>
      <span className="sr-only" role="status" id="cart-status" />
    </div>
  )
}
