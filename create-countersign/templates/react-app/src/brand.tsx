export function Brand() {
  return (
    <h1 className="brand">
      <img src="/mark.svg" alt="" width="32" height="32" />
      Sample wallet
    </h1>
  );
}
