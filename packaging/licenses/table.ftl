<#list dependencyMap as each>
${each.getKey().artifactId}	${each.getKey().version}	${each.getValue()?join(" | ")}
</#list>
