import type { ReactNode } from 'react';
import '../styles.css';

export const metadata = { title: 'Sample wallet', icons: { icon: '/mark.svg' } };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <div className="app">{children}</div>
      </body>
    </html>
  );
}
