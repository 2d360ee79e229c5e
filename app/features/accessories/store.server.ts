// What other features and the composition may use of the accessories.
export { restockAccessory } from './store/restock.server.ts'
export { findAccessory, findPicture, listAccessories } from './store/accessories.server.ts'
export { accessory, accessoryGood } from './store/sale.server.ts'
