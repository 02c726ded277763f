import { IconUser } from '@tabler/icons-react';
import styles from './people.module.css';

interface PersonPhotoProps {
  readonly url: string | null;
  /** Accessible name; empty beside the name of the person. */
  readonly label: string;
  /** Pixels. */
  readonly size: number;
}

/** The photo of a person, or a figure. */
export function PersonPhoto({ url, label, size }: PersonPhotoProps) {
  const box = { width: size, height: size };
  if (url !== null)
    return <img className={styles.photo} style={box} src={url} alt={label} loading="lazy" decoding="async" />;
  return (
    <span className={styles.photo} style={box}>
      <IconUser size={size / 2} stroke={1.5} aria-hidden />
    </span>
  );
}
