import type { Language } from '@wakeline/contract/entities/user-config';

/** Compares names as readers of a language expect: Chinese by pinyin, and "Boat 9" before "Boat 10". */
export function createNameComparator(language: Language): (a: string, b: string) => number {
  return new Intl.Collator(language === 'zh_CN' ? 'zh-CN' : 'en', { numeric: true }).compare;
}
