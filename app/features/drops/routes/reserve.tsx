export default function Reserve() {
  return <h1>PACo Drops</h1>
}
