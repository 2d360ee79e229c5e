// Leaves with the last page that asks for it.
export const showsOwnError = {}
