export default function Detail() {
  return <h1>PACo Drops</h1>
}
