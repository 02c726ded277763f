import { Select } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './setting-sections.module.css';

/** Parameter of the address with the section. The prompt about unsaved changes uses it, too. */
export const SECTION_PARAMETER = 'tab';

interface SettingSectionsProps<Section extends string> {
  readonly label: string;
  readonly sections: readonly Section[];
  readonly current: Section;
  readonly nameOf: (section: Section) => string;
}

/** The sections of a settings page as a list of links. */
export function SettingSections<Section extends string>({
  label,
  sections,
  current,
  nameOf,
}: SettingSectionsProps<Section>) {
  const { searchOf } = useSectionSearch();
  return (
    <nav className={styles.sections} aria-label={label}>
      {sections.map((section) => (
        <Link
          key={section}
          to={{ search: `?${searchOf(section)}` }}
          aria-current={section === current ? 'page' : undefined}
        >
          {nameOf(section)}
        </Link>
      ))}
    </nav>
  );
}

/** The same for a phone, which has no room beside the section. */
export function SettingSectionSelect<Section extends string>({
  label,
  sections,
  current,
  nameOf,
}: SettingSectionsProps<Section>) {
  const { searchOf, setSearch } = useSectionSearch();
  return (
    <Select<Section>
      className={styles.select ?? ''}
      aria-label={label}
      value={current}
      onChange={(section) => setSearch(searchOf(section))}
      options={sections.map((value) => ({ value, label: nameOf(value) }))}
    />
  );
}

/** The list of sections beside the open one. */
export function SettingLayout({ nav, wide = false, children }: SettingLayoutProps) {
  return (
    <div className={styles.page} data-wide={wide}>
      {nav}
      <div className={styles.section}>{children}</div>
    </div>
  );
}

interface SettingLayoutProps {
  readonly nav: ReactNode;
  /** Whether sections contain tables. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function useSectionSearch() {
  const [search, setSearch] = useSearchParams();
  const searchOf = (section: string) => {
    const next = new URLSearchParams(search);
    next.set(SECTION_PARAMETER, section);
    return next;
  };
  return { searchOf, setSearch };
}
