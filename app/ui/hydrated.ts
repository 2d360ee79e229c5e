// Leaves with the last page that asks for it: no page hydrates.
export const useHydrated = () => false
export const isServerHtml = () => true
export const useWide = () => false
export const useMatch = (_query: string) => false
