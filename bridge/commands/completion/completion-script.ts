import type { Shell } from './shells.ts';

/**
 * Each script hands the words before the cursor to `vault-loom complete`, which prints a candidate a line with what it
 * does after a tab. `--word=` keeps an empty word from being lost on the way. The words are as typed, quotes included.
 */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash 3.2, which macOS has, knows neither mapfile nor compopt.
  bash: `# Completion of vault-loom in bash. In ~/.bashrc: source <(vault-loom completion bash)
_vault_loom() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  # What readline would replace begins in the middle of such a word.
  [[ "$word" == \\'*\\'* ]] && return 0
  while IFS= read -r line; do
    line="\${line%%$'\\t'*}"
    case "$word" in
      \\'*) COMPREPLY+=("$(sed "s/'/'\\\\\\\\''/g" <<< "$line")") ;;
      \\"*) COMPREPLY+=("$(sed 's/[\\\\"$\`]/\\\\&/g' <<< "$line")") ;;
      *)
        # A quoted tilde would not be the home folder.
        if [[ "$line" == '~/'* ]]; then COMPREPLY+=("~/$(tail=\${line:2}; [[ -n "$tail" ]] && printf '%q' "$tail")")
        else COMPREPLY+=("$(printf '%q' "$line")"); fi ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete --shell=bash --word="$word" -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && "\${COMPREPLY[0]}" == */ ]]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -o nosort -F _vault_loom vault-loom 2>/dev/null || complete -F _vault_loom vault-loom
`,
  zsh: `#compdef vault-loom
# Completion of vault-loom in zsh. In ~/.zshrc, after compinit: source <(vault-loom completion zsh)
_vault_loom() {
  local line value
  local -a values shown folders homes
  for line in "\${(@f)$("\${words[1]}" complete --shell=zsh --word="\${words[CURRENT]}" -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}"; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    if [[ "$value" == '~/'* ]]; then
      # A quoted tilde would not be the home folder.
      homes+=("~/\${(q)value[3,-1]}")
    elif [[ "$value" == */ ]]; then
      folders+=("$value")
    else
      values+=("$value")
      shown+=("$value  \${line#*$'\\t'}")
    fi
  done
  (( \${#homes} )) && compadd -Q -S '' -- "\${homes[@]}"
  (( \${#folders} )) && compadd -S '' -- "\${folders[@]}"
  (( \${#values} )) && compadd -l -d shown -- "\${values[@]}"
  return 0
}
if [[ "\${funcstack[1]}" == _vault[_-]loom ]]; then _vault_loom "$@"; else compdef _vault_loom vault-loom; fi
`,
  fish: `# Completion of vault-loom in fish. In ~/.config/fish/config.fish: vault-loom completion fish | source
function __vault_loom
  set -l words (commandline -opc)
  $words[1] complete --shell=fish --word=(commandline -ct) -- $words[2..-1] 2>/dev/null
end
complete -c vault-loom -f -a '(__vault_loom)'
`,
  powershell: `# Completion of vault-loom in PowerShell. In $PROFILE: vault-loom completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName vault-loom -ScriptBlock {
  param($word, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
  & $line.CommandElements[0].Extent.Text complete --shell=powershell "--word=$word" -- @words 2>$null | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    $typed = if ($value -match '[\\s''"();,&|<>@#\`$]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $about)
  }
}
`,
};

/** The script that has a shell complete the words of this program. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}
