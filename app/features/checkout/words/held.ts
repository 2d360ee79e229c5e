/** The way back to what a browser holds. */
export const heldWords = {
  title: 'Held for you',
  one: (what: string) => `${what} held for you`,
  several: (orders: number) => `${orders} orders held for you, the first for`,
  go: 'Continue to checkout',
  list: 'See them',
  until: (moment: string) => `Held until ${moment}.`,
} as const
