/** The product's logo, a hull and its wake, shown for accounts without their own. */
export function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="7" fill="var(--wl-accent)" />
      <path d="M16 5l4.2 9.5L16 13l-4.2 1.5z" fill="var(--wl-on-accent)" />
      <path
        d="M13.6 17.2c-1.2 3.3-3.6 6.7-7.1 9.3M18.4 17.2c1.2 3.3 3.6 6.7 7.1 9.3M16 17v9"
        fill="none"
        stroke="var(--wl-on-accent)"
        strokeWidth="1.8"
        strokeLinecap="round"
        opacity=".85"
      />
    </svg>
  );
}
