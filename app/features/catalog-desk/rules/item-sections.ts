/**
 * The numbers of the regions of an item's sheet that come after the `groups` of its fields, in the order of their columns. Stock
 * follows at once where the item has no price, so that the numbers of what is shown have no gap.
 */
export function numberSections(groups: number, hasPrice: boolean) {
  const before = groups + (hasPrice ? 1 : 0)
  return { price: groups + 1, stock: [before + 1, before + 2] } as const
}
