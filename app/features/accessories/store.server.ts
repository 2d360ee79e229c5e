// What other features and the composition may use of the accessories.
export { restockAccessory } from './store/restock.server.ts'
export {
  findAccessory,
  findAccessoryPage,
  findPicture,
  findProduct,
  listAccessories,
  listRelated,
  listCategories,
  listFeatured,
} from './store/accessories.server.ts'
export { accessory, accessoryGood } from './store/sale.server.ts'
